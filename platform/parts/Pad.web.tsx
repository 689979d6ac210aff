import { useEffect, useRef, type PointerEvent } from 'react'
import './pad.css'

/** Width of a stroke, in CSS pixels. */
const STROKE = 4

interface PadProps {
  label: string
  /** the picture as a data address after each stroke; '' = nothing is written */
  onChange(picture: string): void
}
/** A sheet on which a finger, a pen or a mouse writes. To clear it, give it another key. */
export function Pad({ label, onChange }: PadProps) {
  const sheet = useRef<HTMLCanvasElement>(null)
  const last = useRef<readonly [number, number]>(undefined)
  useEffect(() => {
    const c = sheet.current!
    const scale = Math.min(2, window.devicePixelRatio || 1)
    c.width = Math.round(c.clientWidth * scale)
    c.height = Math.round(c.clientHeight * scale)
    const pen = c.getContext('2d')!
    pen.scale(scale, scale)
    pen.lineWidth = STROKE
    pen.lineCap = pen.lineJoin = 'round'
    pen.strokeStyle = '#0a0a0a'
  }, [])
  const at = (e: PointerEvent): readonly [number, number] => {
    const box = sheet.current!.getBoundingClientRect()
    return [e.clientX - box.left, e.clientY - box.top]
  }
  const draw = (e: PointerEvent) => {
    if (!last.current) return
    const pen = sheet.current!.getContext('2d')!
    const to = at(e)
    pen.beginPath()
    pen.moveTo(...last.current)
    pen.lineTo(...to)
    pen.stroke()
    last.current = to
  }
  const end = () => {
    if (!last.current) return
    last.current = undefined
    onChange(sheet.current!.toDataURL('image/png'))
  }
  return (
    <canvas
      ref={sheet}
      className="signer-pad"
      role="img"
      aria-label={label}
      onPointerDown={(e) => {
        sheet.current!.setPointerCapture(e.pointerId)
        last.current = at(e)
        draw(e)
      }}
      onPointerMove={draw}
      onPointerUp={end}
      onPointerCancel={end}
    />
  )
}
