import type { ComponentProps } from 'react'
import styles from './Button.module.css'

/** A button that shows one sign; its accessible name is `label`. */
export function IconButton({ label, ...props }: ComponentProps<'button'> & { label: string }) {
  return <button type="button" {...props} aria-label={label} title={label} className={styles['icon']} />
}
