import { useHref, useLinkClickHandler } from 'react-router-dom'
import type { To } from 'react-router-dom'
import { useTransition } from 'react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { wrapTextInSentence } from '../text/Sentence.tsx'
import { text } from '../text/ja.ts'
import styles from './controls.module.css'

type ButtonProps = ComponentProps<'button'> & { kind?: 'filled' | 'outlined'; wide?: boolean }

/** A button. At most one button on a screen is filled. */
export function Button({ kind = 'outlined', wide = false, className, children, ...props }: ButtonProps) {
  const names = [styles['button'], kind === 'filled' && styles['filled'], wide && styles['wide'], className]
  return (
    <button type="button" {...props} className={names.filter(Boolean).join(' ')}>
      {wrapTextInSentence(children)}
    </button>
  )
}

/** The classes of links that look like buttons: outlined, outlined in full width, filled. */
export const buttonClass = `${styles['button']}`
export const filledButtonClass = `${buttonClass} ${styles['filled']}`

export function IconButton({ label, ...props }: ComponentProps<'button'> & { label: string }) {
  return <button type="button" {...props} aria-label={label} title={label} className={styles['icon']} />
}

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & {
  to: To
  replace?: boolean
  state?: unknown
}

/** A link within the site, busy while its page is loading. The router's own `Link` would add 2 KB of prefetching code that is not used here. */
export function Link({ to, replace = false, state, children, ...props }: LinkProps) {
  const href = useHref(to)
  const push = useLinkClickHandler<HTMLAnchorElement>(to, { replace: false, state })
  // Replaces the entry of a page that is linked to itself.
  const usual = useLinkClickHandler<HTMLAnchorElement>(to, { ...(replace && { replace }), state })
  const [arriving, startTransition] = useTransition()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    // The router would compare with the address that it rendered last, which the name of a new result may have replaced.
    const isHere = href === location.pathname + location.search + location.hash
    startTransition(() => (replace || isHere ? usual : push)(event))
  }
  return (
    <a {...props} href={href} aria-busy={arriving} onClick={follow}>
      {children}
    </a>
  )
}

export function TextLink(props: LinkProps) {
  return <Link {...props} className="touchable" />
}

export function ButtonLink({ kind = 'outlined', ...props }: LinkProps & Pick<ButtonProps, 'kind'>) {
  const look = kind === 'filled' ? filledButtonClass : buttonClass
  return <Link {...props} className={`${look} ${styles['wide']}`} />
}

/** A link that opens in a new tab, as screen readers hear. */
export function NewTabLink({ children, ...props }: ComponentProps<'a'>) {
  return (
    <a {...props} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="visually-hidden">{text.newTab}</span>
    </a>
  )
}

/** `describedBy` is the id of the element that tells it apart from links of the same name. */
type OutLinkProps = { href: string; describedBy?: string; children: ReactNode }

export function ExternalLink({ href, describedBy, children }: OutLinkProps) {
  return (
    <NewTabLink className={`touchable ${styles['link']}`} href={href} aria-describedby={describedBy}>
      <span>
        {wrapTextInSentence(children)}
        <span aria-hidden="true" className={styles['arrow']}>
          ↗
        </span>
      </span>
    </NewTabLink>
  )
}

type CheckboxProps = Omit<ComponentProps<'input'>, 'onChange'> & { onChange: (isChecked: boolean) => void }

export function Checkbox({ onChange, ...props }: CheckboxProps) {
  return <input type="checkbox" {...props} onChange={(event) => onChange(event.target.checked)} />
}

export function FieldWrapper({ invalid = false, children }: { invalid?: boolean; children: ReactNode }) {
  return (
    <div className={styles['field']} data-invalid={invalid}>
      {children}
    </div>
  )
}
