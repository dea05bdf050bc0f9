import { maxPathBytes } from './limits.ts'
import type { TreeEntry } from '../repos/partial-clone.ts'

/** Reasons why a file isn't indexed. */
export const skipReasons = [
  'vendored',
  'generated',
  'binary',
  'secret',
  'large',
  'lfs',
  'symlink',
  'submodule',
  'limit',
] as const
export type SkipReason = (typeof skipReasons)[number]

/** Returns why an entry of a tree isn't read. Undefined: it is. */
export function skipByPath({ mode, type, path }: TreeEntry): SkipReason | undefined {
  if (type === 'commit') return 'submodule'
  if (mode === '120000') return 'symlink'
  if (Buffer.byteLength(path) > maxPathBytes) return 'limit'
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  if (isSecretFile(name)) return 'secret'
  if (vendoredFolder.test(path)) return 'vendored'
  if (generatedName.test(name)) return 'generated'
  return binaryName.test(name) ? 'binary' : undefined
}

const vendoredFolder =
  /(?:^|\/)(?:node_modules|bower_components|jspm_packages|vendor|third[_-]party|pods|carthage|dist|site-packages|\.?venv|__pycache__|\.yarn|\.next|\.nuxt|\.gradle|coverage|__snapshots__)\//i

const generatedName = new RegExp(
  [
    // Lock files
    String.raw`^(?:package-lock|npm-shrinkwrap|composer-lock)\.json$`,
    String.raw`^(?:pnpm-lock|pubspec|shard|conan)\.(?:yaml|lock)$`,
    String.raw`\.lockb?$`,
    String.raw`^(?:go\.sum|go\.work\.sum|yarn\.lock|gradle\.lockfile|packages\.lock\.json|flake\.lock)$`,
    // Minified and compiled files
    String.raw`[.-]min\.(?:js|mjs|cjs|css)$`,
    String.raw`\.(?:map|snap|tsbuildinfo)$`,
    // Output of generators
    String.raw`\.(?:pb\.(?:go|cc|h|swift)|g\.dart|freezed\.dart|designer\.cs|g\.cs)$`,
    String.raw`_pb2(?:_grpc)?\.pyi?$`,
    String.raw`[._-]generated\.\w+$`,
  ].join('|'),
)

const binaryName =
  /\.(?:png|jpe?g|gif|webp|avif|bmp|ico|icns|tiff?|psd|svg|eps|ai|pdf|docx?|xlsx?|pptx?|odt|zip|gz|tgz|bz2|xz|7z|rar|jar|war|whl|exe|dll|so|dylib|a|o|obj|lib|class|pyc|wasm|bin|dat|db|sqlite3?|mp[34]|m4a|wav|ogg|flac|webm|mov|avi|woff2?|ttf|otf|eot|glb|gltf|fbx|blend|stl|onnx|pt|pkl|npy|npz|parquet|csv|tsv|jsonl|ndjson|iso|dmg|apk|ipa|keystore)$/

/** Templates such as .env.example are for everyone. Their lines are checked as those of any file. */
const template = /\.(?:example|sample|template|dist|defaults?)$/

/** Checks by its lower-case name whether a file usually contains credentials. */
export function isSecretFile(name: string): boolean {
  return secretName.test(name) && !template.test(name)
}

const secretName = new RegExp(
  [
    String.raw`^\.env(?:\..+|rc)?$|\.env$`,
    String.raw`\.(?:pem|key|p12|pfx|jks|kdbx?|ppk|asc|gpg|p8|ovpn)$`,
    String.raw`^id_(?:rsa|dsa|ecdsa|ed25519)$`,
    String.raw`^\.(?:npmrc|netrc|pypirc|htpasswd|pgpass|dockercfg|git-credentials|boto|s3cfg|vault-token)$`,
    String.raw`^(?:credentials|secrets?|service[_-]?account)(?:[._-].*)?\.(?:json|ya?ml|toml|ini|cfg|conf|txt|properties|tfvars)$`,
    String.raw`^(?:credentials|\.credentials|kubeconfig|master\.key|wp-config\.php)$`,
    String.raw`\.tfstate(?:\.backup)?$|\.tfvars$`,
  ].join('|'),
)
