import { Drawer, type DrawerProps } from 'antd'

/** `Dialog` as a drawer at the right. A file of its own: the frame of the window asks questions, but opens no drawer. */
export function SidePanel(props: DrawerProps) {
  return <Drawer size={900} destroyOnHidden {...props} mask={{ closable: false }} keyboard={false} />
}
