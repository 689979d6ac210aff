import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { today } from '../../kit/web/clock.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { useSay } from '../../kit/web/words.web.ts'
import '../../kit/web/day-clock.web.ts'

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
