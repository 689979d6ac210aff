import { Flex, Result, Spin } from 'antd'
import type { Text } from '../../../kit/model/lang.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { words } from './kinds.ts'

/** A wait with its words. */
export function Reading() {
  const { say } = useSay()
  return (
    <Flex justify="center" style={{ padding: 48 }}>
      <Spin description={say(words.reading)} />
    </Flex>
  )
}
/** Says calmly why a file is not shown here; the dialog around offers to save it. */
export function NotShown({ why }: { why: Text }) {
  const { say } = useSay()
  return <Result status="info" subTitle={say(why)} />
}
