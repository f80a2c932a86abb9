import styles from './SavedNote.module.css'

/** Says below its button that a file was handed to the browser or shared. It is on the page before it speaks, so that it is announced. */
export function SavedNote({ children }: { children: string }) {
  return (
    <output className={styles['note']} data-said={children !== ''}>
      {children}
    </output>
  )
}
