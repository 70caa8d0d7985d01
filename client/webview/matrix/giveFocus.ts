let waiting: HTMLElement | undefined;

window.addEventListener('focus', () => {
  waiting?.focus({ preventScroll: true });
  waiting = undefined;
});

/** What has the focus, or gets it as soon as the page has it again. */
export function focusedElement(): Element | null {
  return waiting ?? document.activeElement;
}

/**
 * Gives the focus to something on the page: now where the page has it, else as soon as it has. A page that is drawn anew takes it
 * from nobody who types elsewhere meanwhile.
 */
export function giveFocus(element: HTMLElement): void {
  waiting = document.hasFocus() ? undefined : element;
  if (!waiting) element.focus();
}
