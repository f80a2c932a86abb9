/** The site's mark as SVG paths in a square of 32. `lens` is a line with round ends; edges lie on the pixels of a 16-pixel icon. */
export const SITE_MARK = {
  size: 32,
  lens: 'M12 2a10 10 0 1 1 0 20a10 10 0 1 1 0-20zM20 20l9 9',
  width: 4,
  seen: 'M12 7.25v9.5a4.75 4.75 0 0 1 0-9.5z',
  hidden: 'M12 7.25v9.5a4.75 4.75 0 0 0 0-9.5z',
  /** Opacity of the hidden half. */
  faint: 0.35,
} as const
