import { describeEverySolution } from './everySolution.ts'

/** The reference server's keys, the shortest search that crosses blocks, and one block of key before the digits. `npm run test:exhaustive` takes all. */
describeEverySolution([48, 60, 64])
