import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { phrases } from '../../kit/web/phrases.ts'
import { useSay } from '../../kit/web/words.web.ts'

const DayBar = lazy(() => import('./DayBar.web.tsx'))

/** The way to a past day of the register. The calendar weighs as much as the start itself: it comes with the press, or with an address that names a day. */
export function DayButton({ day, onChange }: { day: string | undefined; onChange(day: string): void }) {
  const { say } = useSay()
  const [asked, setAsked] = useState(false)
  const button = (
    <Button size="small" loading={asked} onClick={() => setAsked(true)}>
      {say(phrases.asOf)}
    </Button>
  )
  if (!asked && !day) return button
  return (
    <Suspense fallback={button}>
      <DayBar day={day} onChange={onChange} opened={asked} />
    </Suspense>
  )
}
