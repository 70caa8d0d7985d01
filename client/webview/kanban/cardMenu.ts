/** Opens the editor's own menu for a card, as a click with the right button at that place does. */
export function openCardMenu(card: Element, { x, y }: { readonly x: number; readonly y: number }): void {
  card.dispatchEvent(new MouseEvent('contextmenu', { clientX: x, clientY: y, bubbles: true, cancelable: true }));
}
