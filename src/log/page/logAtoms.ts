import { createKeptAtoms } from '../parts/createKeptAtoms.ts'
import { logIsOn, switchLog } from '../store/logSwitch.ts'
import { wholeLog } from '../store/wholeLog.ts'

/** All that the device keeps. Checks are kept until the visitor says no. */
export const logAtoms = createKeptAtoms(
  { read: wholeLog, isOn: logIsOn, turn: switchLog, tables: ['checks', 'findings', 'months'] },
  true,
)
