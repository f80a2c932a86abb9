import { Navigate, Route, Routes } from 'react-router-dom'
import { ErrorScreen } from './ErrorScreen.tsx'
import { Frame } from './Frame.tsx'
import { Revival } from './Revival.tsx'
import { ScrollMemory } from './ScrollMemory.tsx'
import { SitePage } from './SitePage.tsx'
import { siteRoutes } from './siteRoutes.ts'

/** The site: its pages in their frame, and the error screen for every other path. */
export function SiteApp() {
  return (
    <Frame>
      <Routes>
        {siteRoutes.map((route) => (
          <Route key={route.path} path={route.path} element={<SitePage key={route.path} route={route} />} />
        ))}
        <Route path="/tweetcheck/history" element={<Navigate to="/" replace />} />
        <Route path="*" element={<ErrorScreen />} />
      </Routes>
      <ScrollMemory />
      <Revival />
    </Frame>
  )
}
