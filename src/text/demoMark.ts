/** What begins a line that tells an answer of the sandbox; nothing before a real one. */
export const demoMark = (isDemo: boolean) => (isDemo ? '【デモ】' : '')
