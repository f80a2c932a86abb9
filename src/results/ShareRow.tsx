import { useState } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { filesText } from '../text/files.ts'
import { resultText } from '../text/result.ts'
import { Button, NewTabLink, filledButtonClass, buttonClass } from '../ui/controls.tsx'
import { useBrowserTest } from '../ui/hooks.tsx'
import { ActionRow, QuietRow } from '../ui/ActionRow.tsx'

type Share = { about: string; words: string }

function shareIntentUrl(words: string): string {
  return `https://x.com/intent/tweet?text=${encodeURIComponent(words)}`
}

type ShareLinkProps = Share & { leads?: boolean; onShare?: () => void }

/** Opens X with a prefilled post in a new tab. `about` tells screen readers what is shared: 「ポストの結果を」. */
function ShareLink({ about, words, leads = false, onShare }: ShareLinkProps) {
  return (
    <NewTabLink
      className={leads ? filledButtonClass : buttonClass}
      data-leads={leads}
      href={shareIntentUrl(words)}
      onClick={onShare}
    >
      <span>
        <span className="visually-hidden">{about}</span>
        {resultText.share.action}
      </span>
    </NewTabLink>
  )
}

export const hasShareSheet = () => typeof navigator.share === 'function'

export function ShareSheetButton({
  words,
  label = resultText.share.sheet,
}: {
  words: string
  label?: string
}) {
  const hasSheet = useBrowserTest(hasShareSheet)
  if (!hasSheet) return null
  return (
    <Button wide onClick={() => void navigator.share({ text: words }).catch(() => undefined)}>
      {label}
    </Button>
  )
}

type ResultActionRowProps = {
  share: Share | null
  /** Whether sharing is the main next step, so that its button is the filled one of the result. */
  leads: boolean
  /** The buttons beside it, which save the result as a file. */
  secondaryAction?: ReactElement
  /** Actions that are needed less often. They are folded under 「その他」. */
  children?: ReactNode
}

export function ResultActionRow({ share, leads, secondaryAction, children }: ResultActionRowProps) {
  const [hasShared, setHasShared] = useState(false)
  if (!share) return null
  return (
    <ActionRow
      leads={leads}
      actions={
        <>
          <ShareLink {...share} leads={leads} onShare={() => setHasShared(true)} />
          {secondaryAction}
          <output className="small">{hasShared && secondaryAction ? filesText.attachPicture : ''}</output>
        </>
      }
    >
      <ShareSheetButton words={share.words} />
      {children}
    </ActionRow>
  )
}

export function ShareButton({ children, ...share }: Share & { children?: ReactNode }) {
  return (
    <QuietRow>
      <ShareLink {...share} />
      <ShareSheetButton words={share.words} />
      {children}
    </QuietRow>
  )
}
