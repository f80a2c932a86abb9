import type { ComponentProps } from 'react'
import styles from './Card.module.css'

/** A surface of its own; its children stand 12 px apart. */
export function Card(props: ComponentProps<'section'>) {
  return <section {...props} className={styles['card']} />
}
