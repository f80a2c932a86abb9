import type { ComponentProps } from 'react'
import styles from './Button.module.css'

type ButtonProps = ComponentProps<'button'> & { kind?: 'filled' | 'outlined'; wide?: boolean }

/** A button with a text label. At most one on a screen is filled; the rest are outlined. */
export function Button({ kind = 'outlined', wide = false, className, ...props }: ButtonProps) {
  const names = [styles['button'], kind === 'filled' && styles['filled'], wide && styles['wide'], className]
  return <button type="button" {...props} className={names.filter(Boolean).join(' ')} />
}

/** The class of a link that looks like an outlined button. */
export const linkClass = `${styles['button']}`

/** The same in full width. */
export const buttonLinkClass = `${linkClass} ${styles['wide']}`

/** The class of a link that looks like a filled button. */
export const filledLinkClass = `${styles['button']} ${styles['filled']}`
