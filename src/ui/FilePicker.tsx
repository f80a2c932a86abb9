import { useEffect } from 'react'
import type { ComponentProps } from 'react'

/** Takes files that are dropped anywhere on the page, which the browser would open in its place. */
export function useFileDrop(onFiles: (files: File[]) => void): void {
  useEffect(() => {
    const left = new AbortController()
    const take = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      // While files are dragged, browsers do not tell the page which files they are.
      const files = [...event.dataTransfer.files]
      if (files.length > 0) onFiles(files)
    }
    for (const type of ['dragover', 'drop'] as const) {
      addEventListener(type, take, { signal: left.signal })
    }
    return () => left.abort()
  }, [onFiles])
}

type FilePickerProps = Pick<ComponentProps<'input'>, 'accept' | 'multiple' | 'className' | 'children'> & {
  onFiles: (files: File[]) => void
}

export function FilePicker({ className = '', children, onFiles, ...props }: FilePickerProps) {
  return (
    <label className={`file-picker ${className}`} data-button>
      {children}
      <input
        {...props}
        type="file"
        className="visually-hidden"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Emptied at once, so that the same files can be chosen again, and never a later choice by mistake.
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </label>
  )
}
