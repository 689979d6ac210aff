import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { today } from './clock.web.ts'
import { phrases } from './phrases.ts'
import { useSay } from './words.web.ts'
import './day-clock.web.ts'

/** A registered day, picked in the toolbar: list and map then show the register as of its end. */
export function DayPicker({ day, onChange, opened = false }: { day?: string; onChange(day: string): void; opened?: boolean }) {
  const { say } = useSay()
  return (
    <DatePicker
      value={day ? dayjs(day) : null}
      defaultOpen={opened}
      autoFocus={opened}
      aria-label={say(phrases.asOf)}
      placeholder={say(phrases.asOfShort)}
      style={{ width: 132 }}
      disabledDate={(d) => d.format('YYYY-MM-DD') > today()}
      onChange={(d) => onChange(d ? d.format('YYYY-MM-DD') : '')}
    />
  )
}
