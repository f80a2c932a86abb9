/** X's page for writing a post, with its text filled in. */
export function shareIntent(words: string): string {
  return `https://x.com/intent/tweet?text=${encodeURIComponent(words)}`
}
