import { pageUrl } from '../config.ts'
import { text } from '../text/ja.ts'
import type { Page } from './pages.ts'

/** A page's document metadata; React hoists it into the head. */
export function PageMeta({ page }: { page: Page }) {
  return (
    <>
      <title>{page.title}</title>
      {page.description && <meta name="description" content={page.description} />}
      {page.keywords && <meta name="keywords" content={page.keywords} />}
      <meta name="robots" content={page.noindex ? 'noindex' : 'index, follow'} />
      <meta property="og:type" content="website" />
      <meta property="og:locale" content="ja_JP" />
      <meta property="og:site_name" content={text.site} />
      <meta property="og:title" content={page.title} />
      {page.description && <meta property="og:description" content={page.description} />}
      <meta property="og:image" content={pageUrl('card.png')} />
      <meta name="twitter:card" content="summary_large_image" />
      {page.path !== undefined && (
        <>
          <link rel="canonical" href={pageUrl(page.path)} />
          <meta property="og:url" content={pageUrl(page.path)} />
        </>
      )}
    </>
  )
}
