import type { End, Entity } from './strapiSchemas.ts';

const permissionType = 'plugin::users-permissions.permission';
const roleType = 'plugin::users-permissions.role';

/** Learns which content types visitors may read: those whose entries the role `public` may find. */
export function createPublicTypes() {
  const actions = new Map<string, string>();
  /** The permissions of each role. */
  const granted = new Map<string, string[]>();
  let role: string | undefined;
  let allowed: ReadonlySet<string> | undefined;
  return {
    addLink(permission: End, of: End): void {
      if (permission.type !== permissionType || of.type !== roleType) return;
      const own = granted.get(String(of.ref));
      if (own === undefined) granted.set(String(of.ref), [String(permission.ref)]);
      else own.push(String(permission.ref));
    },
    addEntity({ type, id, data }: Entity): void {
      if (type === permissionType) actions.set(String(id), String(data['action']));
      if (type === roleType && data['type'] === 'public') role = String(id);
    },
    /** Whether visitors may read a type; undefined if the export says nothing about permissions. */
    mayRead(uid: string): boolean | undefined {
      if (role === undefined) return undefined;
      allowed ??= new Set((granted.get(role) ?? []).flatMap((permission) => actions.get(permission) ?? []));
      return allowed.has(`${uid}.find`) || allowed.has(`${uid}.findOne`);
    },
  };
}
