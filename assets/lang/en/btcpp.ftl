### Nothing here: what is said of files of BehaviorTree.CPP stands in the core in English.
