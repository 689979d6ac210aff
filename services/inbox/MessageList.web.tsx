import { Badge, Empty, Flex, Typography } from 'antd'
import { useSay } from '../../kit/web/words.web.ts'
import { INBOX_KINDS, inboxLine, inboxWords as words, type InboxMessage } from './inbox.ts'

/** Messages as a short list: what is to be done, of what, and since when; each leads there. */
export function MessageList({ of, onOpen }: { of: readonly InboxMessage[]; onOpen: (m: InboxMessage) => void }) {
  const { say } = useSay()
  if (of.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.none)} />
  return (
    <Flex component="ul" vertical gap={4} style={{ margin: 0, padding: 0, listStyle: 'none' }}>
      {of.map((m) => (
        <Flex component="li" key={m.id} justify="space-between" gap="small">
          <Badge dot={m.isRead !== 1} offset={[6, 2]} title={say(words.unread)} style={{ minWidth: 0 }}>
            <Typography.Link ellipsis onClick={() => onOpen(m)} title={say(INBOX_KINDS[m.kind])}>
              {inboxLine(m)}
            </Typography.Link>
          </Badge>
          <Typography.Text type="secondary" style={{ flex: 'none' }}>
            {m.createTime.slice(5, 16)}
          </Typography.Text>
        </Flex>
      ))}
    </Flex>
  )
}
