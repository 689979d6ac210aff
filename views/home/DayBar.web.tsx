import { Button, Flex, Typography } from 'antd'
import { asOfDay, phrases } from '../../kit/web/phrases.ts'
import { DayPicker } from '../../platform/list/DayPicker.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { words } from './home.ts'

/** The day of the register that figures show: its measures, as they stood at its end. Its calendar is open at once for who asked for it. */
export default function DayBar({ day, onChange, opened }: { day?: string | undefined; onChange(day: string): void; opened: boolean }) {
  const { say } = useSay()
  return (
    <Flex gap="small" align="center" wrap>
      {day && (
        <>
          <Typography.Text type="warning">
            {say(asOfDay(day))}
            {say(words.fiveMeasures)}
          </Typography.Text>
          <Button size="small" onClick={() => onChange('')}>
            {say(phrases.asOfNow)}
          </Button>
        </>
      )}
      <DayPicker {...(day ? { day } : {})} opened={opened && !day} onChange={onChange} />
    </Flex>
  )
}
