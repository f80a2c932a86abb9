import type { SiteFacts } from '../../src/prerender.tsx'

/** The web app manifest, with the share target that takes posts from the X app into the rows of the post check. */
export function webManifest({ name, description, base }: SiteFacts): string {
  const png = (size: number, purpose: string, file = `icon-${size}.png`) => ({
    src: base + file,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  const manifest = {
    id: base,
    name,
    short_name: name,
    description,
    lang: 'ja',
    start_url: base,
    scope: base,
    display: 'standalone',
    background_color: '#f5f7fa',
    theme_color: '#ffffff',
    icons: [png(192, 'any'), png(512, 'any'), png(512, 'maskable', 'icon-maskable.png')],
    share_target: {
      action: `${base}tweetcheck`,
      method: 'GET',
      params: { title: 'title', text: 'text', url: 'url' },
    },
  }
  return JSON.stringify(manifest, null, 2)
}
