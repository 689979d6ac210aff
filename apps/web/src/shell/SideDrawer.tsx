import { Drawer } from 'antd'
import { useSay } from '../../../../kit/web/words.web.ts'
import { frameWords } from '../../../../platform/shell/words.ts'
import type { MenuNode } from '../../../../kit/web/session.web.ts'
import { Sidebar } from './Sidebar.tsx'

interface SideDrawerProps {
  open: boolean
  menus: readonly MenuNode[]
  /** CSS colour behind the menu */
  ground: string
  onClose(): void
}
/** The sidebar of a narrow screen. */
export default function SideDrawer({ open, menus, ground, onClose }: SideDrawerProps) {
  const { say } = useSay()
  return (
    <Drawer open={open} placement="left" size={270} title={say(frameWords.menu)} onClose={onClose} styles={{ body: { padding: 0, background: ground } }}>
      <Sidebar menus={menus} onGo={onClose} />
    </Drawer>
  )
}
