### No texts: the core itself has the English import and export notes of BehaviorTree.CPP.
