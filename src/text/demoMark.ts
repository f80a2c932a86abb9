/** The mark before a line about a result of the sandbox; empty before a real result. */
export const demoMark = (isDemo: boolean) => (isDemo ? '【デモ】' : '')
