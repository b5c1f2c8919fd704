import { GroupModal } from './group-modal.tsx';
import { useGrantable } from './use-grantable.ts';

interface NewGroupProps {
  onSaved: (id: number) => void;
  onClose: () => void;
}

/** A new access group, created while a person's group is chosen. */
export function NewGroup({ onSaved, onClose }: NewGroupProps) {
  const { data: all } = useGrantable();
  return all && <GroupModal group={null} all={all} readOnly={false} onSaved={onSaved} onClose={onClose} />;
}
