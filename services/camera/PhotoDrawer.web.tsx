import { DeleteOutlined, FilePdfOutlined, PictureOutlined, SaveOutlined } from '@ant-design/icons'
import { Button, Checkbox, Flex, Spin, Upload } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useGuard } from '../../kit/web/dialogs.web.tsx'
import { SidePanel } from '../../kit/web/SidePanel.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { useSay } from '../../kit/web/words.web.ts'
import type { PhotoToolProps } from '../files/uploader/photo-tool.web.ts'
import { useCameraSettings } from './desk.web.ts'
import { DEVICE_PORT, type CameraSettings } from './device.ts'
import { DeviceBar } from './DeviceBar.web.tsx'
import { Controls, Finder } from './Finder.web.tsx'
import { FoundDialog, PartsBar } from './Parts.web.tsx'
import { photoName, PICKER, type ShownPhoto } from './photos.ts'
import { usePreferences } from './preferences.web.ts'
import { Thumbs } from './Thumbs.web.tsx'
import { useCamera, type Camera } from './useCamera.web.ts'
import { useDeviceParts } from './useParts.web.ts'
import { usePhotos } from './usePhotos.web.ts'
import { words } from './words.ts'
import './camera.css'

const ACCEPT = PICKER.accept.map((t) => `.${t}`).join(',')

/** The photo tool: camera at the left, pictures in their order at the right, one PDF of them. Source: platform.md 2, 8; screens.md A25. */
export default function PhotoDrawer(props: PhotoToolProps) {
  const settings = useCameraSettings()
  // without an answer the tool works as it does where nothing was set
  const said = settings.data ?? (settings.error ? { pluginUrl: '', port: DEVICE_PORT } : undefined)
  return said ? <Tool {...props} {...said} /> : <Spin fullscreen />
}

type Photos = ReturnType<typeof usePhotos>
type Parts = ReturnType<typeof useDeviceParts>

/** Which pictures are chosen. What was removed meanwhile is not. */
function useChosen(photos: readonly ShownPhoto[]) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  return {
    keys,
    selected: photos.filter((s) => keys.has(s.key)),
    choose: (of: readonly string[], on: boolean) => setKeys((now) => new Set(on ? [...now, ...of] : [...now].filter((k) => !of.includes(k)))),
  }
}

/** Takes photos with the camera, one at a time. `onPhoto`: a photo was taken. */
function useShooting(camera: Camera, onPhoto: (file: File) => void) {
  const [isShooting, setIsShooting] = useState(false)
  const names = useRef<string[]>([])
  const shoot = async () => {
    setIsShooting(true)
    const name = photoName(Date.now(), names.current)
    const file = await camera.capture(name)
    setIsShooting(false)
    if (!file) return
    names.current.push(name)
    onPhoto(file)
  }
  return { isShooting, shoot }
}

interface PickBarProps {
  photos: readonly ShownPhoto[]
  selected: readonly ShownPhoto[]
  mayAdd: boolean
  onChoose(keys: readonly string[], on: boolean): void
  onPick(files: readonly File[]): void
}
/** Above the pictures: all of them chosen or none, and pictures picked from this computer. */
function PickBar({ photos, selected, mayAdd, onChoose, onPick }: PickBarProps) {
  const { say } = useSay()
  const isAll = selected.length === photos.length && photos.length > 0
  const keys = photos.map((s) => s.key)
  return (
    <Flex justify="space-between" align="center">
      <Checkbox checked={isAll} indeterminate={selected.length > 0 && !isAll} disabled={photos.length === 0} onChange={(e) => onChoose(keys, e.target.checked)}>
        {say(words.all)}
      </Checkbox>
      <Upload
        showUploadList={false}
        multiple
        accept={ACCEPT}
        disabled={!mayAdd}
        beforeUpload={(file, all) => {
          // told once for each file of a choice; taken together with the first
          if (file === all[0]) onPick(all)
          return false
        }}
      >
        <Button size="small" icon={<PictureOutlined />} disabled={!mayAdd} title={say(words.pickHint)}>
          {say(words.pick)}
        </Button>
      </Upload>
    </Flex>
  )
}

interface FooterProps {
  photos: Photos
  parts: Parts
  camera: Camera
  selected: readonly ShownPhoto[]
  /** the picture that is looked at */
  picture: ShownPhoto | undefined
}
/** What is done with the chosen pictures: removed, read, compared, saved, made into a PDF. */
function Footer({ photos, parts, camera, selected, picture }: FooterProps) {
  const { say } = useSay()
  return (
    <Flex justify="space-between">
      <Flex gap="small">
        <Button danger icon={<DeleteOutlined />} disabled={!photos.mayRemove || photos.busy} onClick={() => void photos.remove(selected)}>
          {say(phrases.remove)}
        </Button>
        {camera.parts.includes('ocr') && (
          <Button loading={parts.busy === 'ocr'} disabled={!!parts.busy} onClick={() => parts.ocr(picture ? [picture] : selected)}>
            {say(words.acts.ocr)}
          </Button>
        )}
        {camera.parts.includes('face') && (
          <Button loading={parts.busy === 'compare'} disabled={!!parts.busy} onClick={() => parts.compare(selected)}>
            {say(words.acts.compare)}
          </Button>
        )}
      </Flex>
      <Flex gap="small">
        {photos.takesPictures && (
          <Button icon={<SaveOutlined />} disabled={!photos.mayAdd || photos.busy} onClick={() => void photos.save()}>
            {say(words.save)}
          </Button>
        )}
        {photos.takesPdf && (
          <Button type="primary" icon={<FilePdfOutlined />} disabled={!photos.mayAdd} loading={photos.busy} onClick={() => void photos.merge(selected)}>
            {say(words.merge)}
          </Button>
        )}
      </Flex>
    </Flex>
  )
}

function Tool({ onClose, pluginUrl, port, ...of }: PhotoToolProps & CameraSettings) {
  const { say } = useSay()
  const guard = useGuard()
  const readOnly = of.readOnly ?? false
  const video = useRef<HTMLVideoElement>(null)
  const [preferences, prefer] = usePreferences(port)
  const camera = useCamera(!readOnly, preferences, video)
  const photos = usePhotos(of)
  const { keys, selected, choose } = useChosen(photos.photos)
  const [looked, setLooked] = useState<string>()
  const picture = photos.photos.find((s) => s.key === looked)
  const take = (files: readonly File[]) => choose(photos.add(files), true)
  const { isShooting, shoot } = useShooting(camera, (file) => take([file]))
  const parts = useDeviceParts({ camera, port: preferences.port, blobOf: photos.blobOf, onPicture: (file) => take([file]) })
  useEffect(() => {
    if (camera.source === 'device' && !preferences.found) prefer({ found: true })
  }, [camera.source])
  // also asked by the shell, when somebody leaves the page
  useEffect(() => guard.set(photos.unsaved), [photos.unsaved])
  const startShooting = () => {
    setLooked(undefined)
    void shoot()
  }
  const close = async () => {
    if (await guard.leave()) onClose()
  }
  const footer = readOnly ? null : <Footer photos={photos} parts={parts} camera={camera} selected={selected} picture={picture} />
  return (
    <SidePanel open size={1000} title={say(words.title)} onClose={() => void close()} footer={footer}>
      <Flex vertical gap="small" className="camera">
        {!readOnly && <DeviceBar camera={camera} preferences={preferences} onPrefer={prefer} pluginUrl={pluginUrl} />}
        <div className="camera-halves">
          <Flex vertical gap="small">
            <Finder
              camera={camera}
              video={video}
              still={readOnly}
              onBack={() => setLooked(undefined)}
              {...(picture?.url ? { picture: { name: picture.name, url: picture.url } } : {})}
            />
            {!readOnly && <Controls camera={camera} busy={isShooting} onShoot={startShooting} />}
            {!readOnly && <PartsBar camera={camera} parts={parts} mayAdd={photos.mayAdd} />}
          </Flex>
          <Flex vertical gap="small" className="camera-list">
            {!readOnly && <PickBar photos={photos.photos} selected={selected} mayAdd={photos.mayAdd} onChoose={choose} onPick={take} />}
            <Thumbs
              photos={photos.photos}
              chosen={keys}
              looked={looked}
              mayOrder={photos.mayOrder}
              mayChoose={!readOnly}
              onChoose={(key, on) => choose([key], on)}
              onLook={(key) => setLooked(key === looked ? undefined : key)}
              onOrder={(list) => void photos.reorder(list)}
            />
            {!readOnly && photos.photos.length > 1 && <small className="camera-hint">{say(words.sortHint)}</small>}
          </Flex>
        </div>
      </Flex>
      {parts.found && <FoundDialog of={parts.found} onClose={parts.forget} />}
    </SidePanel>
  )
}
