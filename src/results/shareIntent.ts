/** The URL of X's page for writing a post, with the text filled in. */
export function shareIntent(words: string): string {
  return `https://x.com/intent/tweet?text=${encodeURIComponent(words)}`
}
