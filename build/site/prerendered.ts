/** The pages that get an HTML file of their own: path below the base, and the file that holds the route's component. */
export const prerendered = [
  { path: '', module: 'src/account/AccountPage.tsx' },
  { path: 'sbctestqwert', module: 'src/account/AccountPage.tsx' },
  { path: 'tweetcheck', module: 'src/posts/form/PostCheckPage.tsx' },
  { path: 'report', module: 'src/report/ReportPage.tsx' },
  { path: 'log', module: 'src/log/page/LogPage.tsx' },
  { path: 'pow', module: 'src/profiler/ProfilerPage.tsx' },
]
