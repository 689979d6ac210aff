import { CameraOutlined, RotateRightOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons'
import { Button, Flex, Segmented, Tooltip } from 'antd'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import type { Text } from '../../kit/model/lang.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { CAMERAS, magnification, type CameraName } from './device.ts'
import type { Camera } from './useCamera.web.ts'
import { words } from './words.ts'

interface FinderProps {
  camera: Camera
  video: RefObject<HTMLVideoElement | null>
  /** a picture that is looked at instead of the moving one */
  picture?: { name: string; url: string }
  /** only pictures are looked at */
  still: boolean
  /** back to the moving picture */
  onBack(): void
}
/** The moving picture, or the one that was chosen. */
export function Finder({ camera, video, picture, still, onBack }: FinderProps) {
  const { say } = useSay()
  const { stream } = camera
  useEffect(() => {
    if (video.current) video.current.srcObject = stream ?? null
  }, [stream, video, picture])
  const told = (text: Text) => <span className="camera-told">{say(text)}</span>
  let shown: ReactNode
  if (picture) shown = <img className="camera-still" src={picture.url} alt={picture.name} />
  else if (still) shown = told(words.readOnly)
  else if (camera.source === 'looking') shown = told(words.bySource.looking)
  else if (camera.source === 'files') shown = told(words.filesOnly)
  else if (!camera.ready) shown = told(words.noDevice)
  else if (camera.previewUrl) shown = <Stream url={camera.previewUrl} name={say(words.preview)} />
  return (
    <div className="camera-finder">
      {shown}
      {picture && (
        <Button size="small" className="camera-back" onClick={onBack}>
          {say(still ? phrases.close : words.back)}
        </Button>
      )}
      {stream && !still && (
        // a live picture without sound
        <video
          ref={video}
          hidden={!!picture}
          className={camera.rotate % 180 ? 'camera-live camera-lying' : 'camera-live'}
          style={{ transform: `translate(-50%, -50%) rotate(${camera.rotate}deg) scale(${magnification(camera.zoom)})` }}
          autoPlay
          muted
          playsInline
          aria-label={say(words.preview)}
        />
      )}
    </div>
  )
}
/** The device's stream; a browser would go on reading it after the picture has gone, so it is let go by hand. */
function Stream({ url, name }: { url: string; name: string }) {
  const img = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const it = img.current!
    it.src = url
    return () => it.removeAttribute('src')
  }, [url])
  return <img ref={img} className="camera-still" alt={name} />
}

interface ControlsProps {
  camera: Camera
  onShoot(): void
  busy: boolean
}
/** Camera, zoom, turning, and the button that takes the photo. */
export function Controls({ camera, onShoot, busy }: ControlsProps) {
  const { say } = useSay()
  const live = camera.source === 'device' || camera.source === 'browser'
  const button = (icon: ReactNode, name: Text, run: () => void) => (
    <Tooltip title={say(name)}>
      <Button icon={icon} aria-label={say(name)} disabled={!live} onClick={run} />
    </Tooltip>
  )
  return (
    <Flex gap="small" align="center" justify="space-between">
      <Segmented<CameraName>
        aria-label={say(words.bySource.device)}
        value={camera.camera}
        onChange={(c) => void camera.choose(c)}
        options={CAMERAS.map((c) => ({ value: c, label: say(words[c]), disabled: !live || camera.states[c] === 'no' }))}
      />
      <Flex gap="small" align="center">
        {button(<ZoomOutOutlined />, words.smaller, () => camera.zoomBy(-1))}
        <output className="camera-zoom" aria-label={say(words.zoom)}>
          {camera.zoom}
        </output>
        {button(<ZoomInOutlined />, words.larger, () => camera.zoomBy(1))}
        {button(<RotateRightOutlined />, words.turn, camera.turnOn)}
        <Button type="primary" icon={<CameraOutlined />} disabled={!live || !camera.ready} loading={busy} onClick={onShoot}>
          {say(words.capture)}
        </Button>
      </Flex>
    </Flex>
  )
}
