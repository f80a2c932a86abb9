import { text } from '../text/ja.ts'

export function HomePage() {
  return <h1>{text.home.h1}</h1>
}

export function TestVariantPage() {
  return <h1>{text.home.h1}</h1>
}
