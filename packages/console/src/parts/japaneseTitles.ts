import type { ManageErrorCode } from '@newsstand/contract/manage';

/** What every refusal of the write interface is called in Japanese; in English the service says it itself. */
export const japaneseTitles: Readonly<Record<ManageErrorCode, string>> = {
  invalid_body: '入力内容に誤りがあります',
  invalid_parameters: '指定した条件に誤りがあります',
  session_missing: 'サインインしてください',
  sign_in_failed: 'サインイン名またはパスワードが正しくありません',
  role_missing: 'この操作を行う権限がありません',
  origin_refused: '別のサイトからのリクエストのため、受け付けられません',
  link_invalid: 'このリンクは使用済みか、期限が切れています',
  unknown_path: 'アドレスが正しくありません',
  not_found: '見つかりません。削除された可能性があります',
  method_not_allowed: 'この操作は行えません',
  conflict: 'すでにある内容と矛盾するため、実行できません',
  upload_offset: 'アップロードの続きの位置が一致しません',
  upload_not_ready: 'アップロードの処理がまだ終わっていません',
  upload_protocol: 'アップロードの方式が対応していません',
  version_conflict: 'ほかの人が先に変更しました',
  too_large: 'サイズが大きすぎます',
  unsupported_type: '対応していない形式です',
  host_unknown: 'このホスト名では管理コンソールを利用できません',
  precondition_required: 'どのバージョンに対する変更かが指定されていません',
  too_many_attempts: '試行回数が多すぎます。しばらくしてからもう一度お試しください',
  too_many_uploads: '同時にアップロードできる数を超えています',
  server_error: 'サーバーでエラーが発生しました',
  store_busy: '別の書き込みを処理しています。少し待ってからもう一度お試しください',
  store_unavailable: 'データベースに接続できません',
  store_replaced:
    '稼働中にデータベースのファイルが置き換えられたか削除されました。サービスを再起動してください',
  not_ready: 'サービスの準備がまだできていません',
  overloaded: 'アクセスが集中しています。しばらくしてからもう一度お試しください',
  disk_full: 'アップロード用の空き容量がありません',
};
