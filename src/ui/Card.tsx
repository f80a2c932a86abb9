import type { ComponentProps } from 'react'
import styles from './Card.module.css'

/** A section with its own background; its children are 12 px apart. */
export function Card(props: ComponentProps<'section'>) {
  return <section {...props} className={styles['card']} />
}
