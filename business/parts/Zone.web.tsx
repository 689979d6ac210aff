import { HolderOutlined } from '@ant-design/icons'
import { Card, Flex, theme } from 'antd'
import { useState, type DragEvent, type ReactNode } from 'react'

/** What is dragged: a member by id, a parcel by code. */
export type Dragged = { kind: 'member' | 'parcel'; id: string }
/** A row that can be dragged by the mouse; by keyboard the list at its end does the same. */
export function ZoneRow({
  of,
  onDrag,
  wrap = false,
  children,
}: {
  of: Dragged
  onDrag?: ((d: Dragged | undefined) => void) | undefined
  wrap?: boolean
  children: ReactNode
}) {
  const { token } = theme.useToken()
  return (
    <Flex
      align="center"
      gap="small"
      wrap={wrap}
      draggable={!!onDrag}
      onDragStart={(e: DragEvent) => {
        e.dataTransfer.effectAllowed = 'move'
        e.dataTransfer.setData('text/plain', of.id)
        onDrag?.(of)
      }}
      onDragEnd={() => onDrag?.(undefined)}
      style={{
        padding: '4px 8px',
        border: `1px solid ${token.colorBorderSecondary}`,
        borderRadius: token.borderRadius,
        background: token.colorBgContainer,
        cursor: onDrag ? 'grab' : 'default',
      }}
    >
      {onDrag && <HolderOutlined style={{ color: token.colorTextQuaternary }} />}
      {children}
    </Flex>
  )
}
interface ZoneProps {
  title: ReactNode
  extra?: ReactNode
  color: string
  /** takes the whole line, its rows beside each other */
  wide?: boolean
  dragged: Dragged | undefined
  onDrop?: ((d: Dragged) => void) | undefined
  children: ReactNode
}
/** A card onto which members and parcels are dropped. */
export function Zone({ title, extra, color, wide = false, dragged, onDrop, children }: ZoneProps) {
  const { token } = theme.useToken()
  const [over, setOver] = useState(false)
  const accepts = !!dragged && !!onDrop
  return (
    <Card
      size="small"
      title={title}
      extra={extra}
      onDragOver={(e: DragEvent) => {
        if (!accepts) return
        e.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(e: DragEvent) => {
        e.preventDefault()
        setOver(false)
        if (dragged) onDrop?.(dragged)
      }}
      style={{
        flex: wide ? '1 1 100%' : '1 1 300px',
        minWidth: 0,
        borderTop: `3px solid ${color}`,
        ...(accepts ? { outline: `2px dashed ${over ? token.colorPrimary : token.colorBorder}`, outlineOffset: 2 } : {}),
        ...(over ? { background: token.colorPrimaryBg } : {}),
      }}
    >
      {children}
    </Card>
  )
}
