import { describeJourneys } from './journeys.ts'
import { firefoxSession } from './firefoxSession.ts'

describeJourneys(firefoxSession)
