/** With Ctrl or Cmd: undo, redo and select all are of the field, not of the document. */
const ownShortcuts = new Set(['z', 'y', 'a']);

/** Keeps what is typed into a field from the board and the editor around it; other shortcuts pass. */
export function keepTyping(event: KeyboardEvent): void {
  if ((!event.ctrlKey && !event.metaKey) || ownShortcuts.has(event.key.toLowerCase())) event.stopPropagation();
}
