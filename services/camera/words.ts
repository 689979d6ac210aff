import { both as p, type Text } from '../../kit/model/lang.ts'
import type { CameraName, CameraState, CameraStates, DeviceWrong } from './device.ts'

/** Every text of the photo tool; those of the specification to the letter. Source: platform.md 2, 8 (photo-capture tool). */
export const words = {
  title: p('高拍仪拍照', 'Photo capture'),
  noPicture: p('请选择图片', 'Select pictures'),
  noPluginUrl: p('请配置高拍仪插件下载地址', 'Set the download address of the document-camera plug-in first'),
  largest: p('已经最大的啦', 'This is the largest already'),
  smallest: p('已经最小的啦', 'This is the smallest already'),
  noDevice: p('请检查设备是否插好~', 'Check that the device is plugged in'),
  noPlugin: p('请检查高拍仪插件是否安装和启动', 'Check that the document-camera plug-in is installed and running'),
  connected: p('设备已连接', 'Device connected'),
  askMerge: p(
    '确定合同以及地块示意图图片顺序正确并合成pdf？',
    'Are the pictures of the contract and parcel sketch in the right order? They will be merged into one PDF.',
  ),
  askRemove: p('确定删除选择的图片，删除后不可恢复？', 'Delete the selected pictures? They cannot be recovered.'),
  // ours from here on
  primary: p('主摄像头', 'Primary camera'),
  secondary: p('副摄像头', 'Secondary camera'),
  bySource: {
    looking: p('正在检测设备…', 'Looking for a device…'),
    device: p('高拍仪', 'Document camera'),
    browser: p('浏览器摄像头', 'Browser camera'),
    files: p('仅选择文件', 'Files only'),
  },
  filesOnly: p('没有可用的摄像头，可直接选择图片文件', 'No camera can be used; choose picture files instead'),
  starting: p('正在打开摄像头…', 'Starting the camera…'),
  readOnly: p('只读：不能拍照、排序或删除', 'Read only: pictures cannot be taken, reordered or deleted'),
  detect: p('检测设备', 'Check again'),
  plugin: p('下载插件', 'Get the plug-in'),
  settings: p('设置', 'Settings'),
  port: p('设备服务端口', 'Port of the device service'),
  rotatePrimary: p('主摄像头旋转90°', 'Rotate primary camera by 90°'),
  deskew: p('纠偏', 'Straighten pages'),
  quality: p('图片质量', 'JPEG quality'),
  back: p('返回实时画面', 'Back to the live picture'),
  capture: p('拍照', 'Take a photo'),
  turn: p('旋转90°', 'Rotate by 90°'),
  larger: p('放大', 'Zoom in'),
  smaller: p('缩小', 'Zoom out'),
  zoom: p('缩放级别', 'Zoom step'),
  preview: p('实时画面', 'Live picture'),
  pick: p('选择图片', 'Choose pictures'),
  pickHint: p('png、jpg、jpeg，每张不超过10MB', 'png, jpg, jpeg; 10 MB each at most'),
  all: p('全选', 'Select all'),
  empty: p('暂无图片', 'No pictures yet'),
  draft: p('未保存', 'Not saved'),
  sortHint: p('拖动或按 Alt+方向键排序', 'Drag, or press Alt with an arrow key, to reorder'),
  save: p('保存图片', 'Save pictures'),
  saved: p('图片已保存', 'Pictures saved'),
  merge: p('合成PDF', 'Merge to PDF'),
  merged: p('已合成PDF', 'Merged to PDF'),
  tooMany: p('图片不能超过50张', 'At most 50 pictures'),
  /** what hangs on the device beside its cameras */
  acts: {
    code: p('扫码', 'Scan a code'),
    pad: p('采集签名', 'Capture a signature'),
    fingerprint: p('采集指纹', 'Capture a fingerprint'),
    face: p('采集人脸', 'Capture a face'),
    ocr: p('文字识别', 'Recognise text'),
    icCard: p('读IC卡', 'Read IC card'),
    compare: p('人脸比对', 'Compare faces'),
  },
  /** said while the device waits for somebody */
  hints: {
    code: p('请将二维码或条码放到摄像头下…', 'Hold the code under the camera…'),
    pad: p('请在签名板上签名…', 'Sign on the pad…'),
    fingerprint: p('请按压指纹…', 'Place a finger on the reader…'),
    face: p('请正对副摄像头…', 'Look at the secondary camera…'),
    ocr: p('正在识别文字…', 'Recognising text…'),
    icCard: p('请将IC卡放到读卡区…', 'Place the IC card on the reader…'),
    compare: p('正在比对人脸…', 'Comparing faces…'),
    idCard: p('请将身份证放到读卡区…', 'Place the identity card on the reader…'),
  },
  /** what such a picture is called, before its timestamp */
  names: { pad: p('签名', 'Signature'), fingerprint: p('指纹', 'Fingerprint'), face: p('人脸', 'Face') },
  twoPictures: p('请选择两张图片', 'Select two pictures'),
  copy: p('复制', 'Copy'),
  copied: p('已复制', 'Copied'),
  notCopied: p('无法自动复制，请按 Ctrl+C', 'Press Ctrl+C to copy'),
  icType: p('IC卡类型', 'Kind of IC card'),
  readCard: p('读身份证', 'Read ID card'),
} as const

/** '已读取张三的身份证' */
export const cardRead = (name: string): Text => p(`已读取${name}的身份证`, `The identity card of ${name} was read`)
/** Asked before a card replaces what somebody typed. */
export const askOverwrite = (fields: readonly Text[]): Text =>
  p(
    `已填写的${fields.map((f) => f.zh).join('、')}与身份证不同，是否用身份证上的内容覆盖？`,
    `The entered data differs from the card: ${fields.map((f) => f.en).join(', ')}. Replace it with the data on the card?`,
  )
/** What a comparison of two faces told; `score` 0-100. */
export const facesSaid = (same: boolean, score: number): Text =>
  p(
    `${same ? '是同一人' : '不是同一人'}（相似度${Math.round(score)}）`,
    `${same ? 'The same person' : 'Not the same person'} (similarity ${Math.round(score)})`,
  )

const STATE: Readonly<Record<CameraState, Text>> = {
  no: p('未连接', 'not connected'),
  ok: p('已连接', 'connected'),
  run: p('已连接且运行', 'connected and running'),
}
export const stateText = (s: CameraState): Text => STATE[s]
/** '主摄像头：已连接且运行，副摄像头：未连接' */
export function statesText(s: CameraStates): Text {
  const of = (c: CameraName, lang: 'zh' | 'en') => `${words[c][lang]}${lang === 'zh' ? '：' : ': '}${STATE[s[c]][lang]}`
  return p(`${of('primary', 'zh')}，${of('secondary', 'zh')}`, `${of('primary', 'en')}, ${of('secondary', 'en')}`)
}
/** What is said when the browser's own camera cannot be used; it needs one of three kinds of address. Source: platform.md 8. */
export const cameraFailed = (ip: string): Text =>
  p(`调用摄像头失败，支持https, ${ip},localhost三种地址方式调用摄像头`, `The camera can only be used at addresses with https, ${ip} or localhost`)
/** '1. 1763740000000.jpg' for those who do not see the picture. */
export const pictureLabel = (n: number, name: string): Text => p(`第${n}张 ${name}`, `No. ${n} ${name}`)
export const selectLabel = (n: number, name: string): Text => p(`选择第${n}张 ${name}`, `Select no. ${n} ${name}`)

const WRONG: Readonly<Record<DeviceWrong, Text>> = {
  away: words.noPlugin,
  noDevice: words.noDevice,
  noCamera: p('摄像头不存在', 'There is no such camera'),
  openFailed: p('打开摄像头失败', 'The camera cannot be opened'),
  busy: p('摄像头被其他程序占用', 'Another program is using the camera'),
  notOpen: p('摄像头没有打开', 'The camera is not open'),
  scanTimeout: p('扫码超时', 'No code was detected in time'),
  noCard: p('没有读到证卡', 'No card was read'),
  padCancelled: p('没有签名', 'Nobody signed'),
  noFinger: p('没有采集到指纹', 'No fingerprint was taken'),
  noFace: p('没有识别到人脸', 'No face was detected'),
  noText: p('没有识别到文字', 'No text was recognised'),
  noPart: p('设备没有此功能', 'The device does not support this action'),
  badPicture: p('图片不完整或已损坏', 'The picture is incomplete or damaged'),
  malformed: p('设备不接受此操作', 'The device refused'),
  unknown: p('设备不支持此操作', 'The device does not support this'),
  tooLarge: p('图片过大', 'The picture is too large'),
  origin: p('设备不允许本系统调用', 'The device does not allow this site to use it'),
  strange: p('设备返回的数据不正确', 'The device returned an unusable answer'),
}
/** What people are told when a device call failed. */
export const wrongText = (w: DeviceWrong): Text => WRONG[w]
