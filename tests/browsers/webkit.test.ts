import { describeJourneys } from './journeys.ts'
import { webkitSession } from './webkitSession.ts'

describeJourneys(webkitSession)
