import { BellOutlined } from '@ant-design/icons'
import { Button, Flex, Popover } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { badge, inboxWords as words, type InboxMessage } from './inbox.ts'
import { useBell, useInbox, useInboxActs } from './inbox-calls.web.ts'

const MessageList = lazy(async () => ({ default: (await import('./MessageList.web.tsx')).MessageList }))
/** How many the bell shows. */
const SHOWN = 8

/** The bell of the top bar: how many messages are unread, and the newest when it is pressed. */
export function Bell() {
  const { say } = useSay()
  const openPage = useOpenPage()
  const { unread } = useBell()
  const [open, setOpen] = useState(false)
  const { data } = useInbox({ current: 1, size: SHOWN }, open)
  const acts = useInboxActs()
  const count = badge(unread)
  const show = (m: InboxMessage) => {
    setOpen(false)
    acts.open(m)
  }
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      content={
        <Flex vertical gap="small" style={{ width: 'min(420px, 84vw)' }}>
          <Suspense fallback={null}>
            <MessageList of={data?.records ?? []} onOpen={show} />
          </Suspense>
          <Flex justify="space-between">
            <Button type="link" size="small" disabled={unread === 0} onClick={() => void acts.markAll()}>
              {say(words.markAll)}
            </Button>
            <Button
              type="link"
              size="small"
              onClick={() => {
                setOpen(false)
                openPage('/desk/inbox')
              }}
            >
              {say(words.more)}
            </Button>
          </Flex>
        </Flex>
      }
    >
      <span className="shell-tool">
        <Button type="text" shape="circle" icon={<BellOutlined />} aria-label={count ? `${say(words.title)} ${count}` : say(words.title)} />
        {count && (
          <i className="shell-badge" aria-hidden="true">
            {count}
          </i>
        )}
      </span>
    </Popover>
  )
}
