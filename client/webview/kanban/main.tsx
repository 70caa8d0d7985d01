import { render } from 'preact';
import { App } from './app.js';
import type { Editor } from './editor.js';
import { type BoardPage, createBoardPage } from './page.js';

declare function acquireVsCodeApi(): Editor;

const editor = acquireVsCodeApi();
const page: BoardPage = createBoardPage({
  editor,
  show: (state, columns, focus) => {
    render(<App page={page} state={state} columns={columns} focus={focus} />, document.body);
  },
});
window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  page.receive(data);
});
editor.postMessage({ type: 'ready' });
