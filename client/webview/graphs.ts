/** The pages that draw graphs are one file, because the library that draws is most of it. A page runs only if it is the one wanted. */
const pages = {
  codeGraph: () => import('./codeGraph/main.js'),
  run: () => import('./run/main.js'),
};
const wanted = document.currentScript?.dataset['page'];
if (wanted === 'codeGraph' || wanted === 'run') void pages[wanted]();
