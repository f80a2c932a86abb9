/** Follows what one request may cost: it counts as paid once it is `sent`, and as `free` when X answers with anything but 200. */
export type Meter = { sent: () => void; free: () => void }
