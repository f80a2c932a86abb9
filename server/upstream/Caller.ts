/** On whose behalf something is asked, and until when. */
export type Caller = {
  signal: AbortSignal
  /** Whose part of what all visitors share this counts to: an address as the limits count it (an IPv4 address, or an IPv6 network of 64). */
  share: string
}
