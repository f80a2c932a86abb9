/** The icon of the button that removes a row. */
export function BinIcon() {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path
        d="M3.500 5.500h13M8 5.500V3.500h4v2M5 5.500l.800 11h8.400l.800-11M8.500 8.500v5M11.500 8.500v5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.500"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
