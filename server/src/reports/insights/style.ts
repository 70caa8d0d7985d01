/** The editor's colours where there are any, else those of a plain page; nothing moves. */
export const insightsStyle = `:root{color-scheme:light dark;--fg:var(--vscode-foreground,light-dark(#1b1f24,#e6edf3));--bg:var(--vscode-editor-background,light-dark(#fff,#0d1117));--soft:var(--vscode-descriptionForeground,light-dark(#57606a,#9da7b3));--edge:var(--vscode-contrastBorder,var(--vscode-editorWidget-border,light-dark(#8c959f,#484f58)));--head:var(--vscode-editor-background,light-dark(#fff,#0d1117));--blue:var(--vscode-charts-blue,light-dark(#0969da,#58a6ff));--green:var(--vscode-charts-green,light-dark(#1a7f37,#3fb950));--yellow:var(--vscode-charts-yellow,light-dark(#bf8700,#d29922));--orange:var(--vscode-charts-orange,light-dark(#bc4c00,#db6d28));--purple:var(--vscode-charts-purple,light-dark(#8250df,#a371f7));--red:var(--vscode-charts-red,light-dark(#cf222e,#f85149))}
body{margin:0;padding:0 1.25rem 2rem;color:var(--fg);background:var(--bg);font-family:var(--vscode-font-family,system-ui,sans-serif);font-size:var(--vscode-font-size,14px);line-height:1.5}
main{max-width:60rem}
h1{font-size:1.6em;font-weight:600;margin:1rem 0 .5rem}
h2,h3{font-size:1.25em;font-weight:600;margin:2rem 0 .25rem}
p{margin:.25rem 0 .5rem;color:var(--soft);overflow-wrap:anywhere}
.notices{margin:.75rem 0;padding:.5rem .5rem .5rem 2rem;border:1px solid var(--edge);border-left-width:.4rem}
.chart,.scroll{overflow-x:auto}
.chart svg{display:block;width:100%;min-width:30rem;max-width:52rem}
.scroll{max-height:20rem;overflow-y:auto;max-width:52rem}
.scroll:focus-visible{outline:2px solid var(--vscode-focusBorder,var(--blue));outline-offset:1px}
table{border-collapse:collapse;width:100%}
caption{text-align:start;font-weight:600;padding:.5rem 0 .25rem}
th,td{border:1px solid var(--edge);padding:.2rem .5rem;text-align:start;vertical-align:top;overflow-wrap:anywhere}
thead th{position:sticky;top:0;background:var(--head);font-weight:600}
tbody th{font-weight:400;white-space:nowrap}
.number{text-align:end;font-variant-numeric:tabular-nums}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;margin:.25rem 0 .75rem;padding:0}
.swatch{width:1rem;height:1rem;vertical-align:-.15em}
.label,.name{font-size:12px;fill:var(--soft)}
.name{fill:var(--fg)}
.grid,.axis,.line,.hatch{fill:none;stroke:var(--fg)}
.grid{stroke:var(--edge);stroke-opacity:.5;stroke-dasharray:2 3}
.axis{stroke:var(--edge)}
.band{stroke:var(--bg);stroke-width:1}
.hatch{stroke:var(--bg);stroke-width:1.2}
.line{stroke-width:2.5;stroke-linejoin:round}
.scope{stroke:var(--blue);stroke-dasharray:7 4}
.line.done{stroke:var(--green)}
.median{stroke:var(--fg);stroke-width:1.5;stroke-dasharray:3 3}
.mark,.bar{fill:var(--blue);stroke:var(--bg)}
.mark.open{fill:var(--bg);stroke:var(--blue);stroke-width:1.5}
.fill-backlog{fill:var(--yellow)}
.fill-inProgress{fill:var(--blue)}
.fill-custom0{fill:var(--purple)}
.fill-custom1{fill:var(--orange)}
.fill-custom2{fill:var(--red)}
.fill-custom3{fill:var(--purple)}
.fill-custom4{fill:var(--edge)}
.fill-done{fill:var(--green)}
@media (forced-colors:active){.band,.bar,.mark{stroke:CanvasText}.label,.name{fill:CanvasText}}
@media print{.scroll{max-height:none}}`;
