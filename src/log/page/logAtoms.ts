import { createKeptAtoms } from '../parts/createKeptAtoms.ts'
import { logIsOn, switchLog } from '../store/logSwitch.ts'
import { wholeLog } from '../store/wholeLog.ts'

/** All that the device keeps. Keeping checks is on until the visitor switches it off. */
export const logAtoms = createKeptAtoms(
  {
    read: wholeLog,
    isOn: logIsOn,
    turn: switchLog,
    tables: ['checks', 'batches', 'findings', 'postFindings', 'months'],
  },
  true,
)
