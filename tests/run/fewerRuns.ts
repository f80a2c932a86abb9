import * as fc from 'fast-check'

/** Generated cases of each property: a fault that shows only in one case of hundreds wants an example of its own. */
fc.configureGlobal({ numRuns: 20 })
