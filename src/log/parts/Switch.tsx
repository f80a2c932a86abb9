import styles from './Switch.module.css'

type SwitchProps = { label: string; isOn: boolean; disabled: boolean; turn: (on: boolean) => void }

/** A checkbox with its label. */
export function Switch({ label, isOn, disabled, turn }: SwitchProps) {
  return (
    <label className={styles['switch']}>
      <input
        type="checkbox"
        checked={isOn}
        disabled={disabled}
        onChange={(event) => turn(event.target.checked)}
      />
      {label}
    </label>
  )
}
