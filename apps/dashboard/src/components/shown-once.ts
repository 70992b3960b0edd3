/** Of an overlay with what is shown this once: it is not closed by a slip. */
export const SHOWN_ONCE = {
  withCloseButton: false,
  closeOnClickOutside: false,
  closeOnEscape: false,
} as const;
