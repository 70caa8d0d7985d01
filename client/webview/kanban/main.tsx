import { render } from 'preact';
import { App } from './app.js';
import { BoardPage, type Editor } from './page.js';

declare function acquireVsCodeApi(): Editor;

const editor = acquireVsCodeApi();
const page: BoardPage = new BoardPage({
  editor,
  show: (state, columns, focus) => {
    render(<App page={page} state={state} columns={columns} focus={focus} />, document.body);
  },
});
window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  page.receive(data);
});
editor.postMessage({ type: 'ready' });
