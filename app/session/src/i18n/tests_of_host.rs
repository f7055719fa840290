//! Tests that every file error has a text in every other language.

use std::io::{self, ErrorKind};

use treewright_core::ToArgument as _;

use super::tests_of_core::chain;
use super::{LANGUAGES, Texts, keys};
use crate::host::files::{ReadError, SaveError, SystemError, code_of};

#[test]
fn host_messages_fill_all_placeholders() {
    let io = || io::Error::other("broken");
    let reads = chain(ReadError::NotFound, |last| match last {
        ReadError::NotFound => Some(ReadError::NotAFile),
        ReadError::NotAFile => Some(ReadError::InUse),
        ReadError::InUse => Some(ReadError::Link),
        ReadError::Link => Some(ReadError::TooLarge { bytes: 7, limit: 6 }),
        ReadError::TooLarge { .. } => Some(ReadError::Io(io())),
        ReadError::Io(_) => None,
    });
    let saves = chain(SaveError::Conflict, |last| match last {
        SaveError::Conflict => Some(SaveError::Exists),
        SaveError::Exists => Some(SaveError::NotAFile),
        SaveError::NotAFile => Some(SaveError::ReadOnly),
        SaveError::ReadOnly => Some(SaveError::LockedFile),
        SaveError::LockedFile => Some(SaveError::InUse),
        SaveError::InUse => Some(SaveError::NotOnWindows("nul".to_owned())),
        SaveError::NotOnWindows(_) => Some(SaveError::NoFolder("/a".into())),
        SaveError::NoFolder(_) => Some(SaveError::NotAFolder("/a".into())),
        SaveError::NotAFolder(_) => Some(SaveError::LockedFolder("/a".into())),
        SaveError::LockedFolder(_) => Some(SaveError::InFolder("/a".into(), io())),
        SaveError::InFolder(..) => Some(SaveError::NoRoom {
            folder: "/a".into(),
            bytes: 98_000,
            why: ErrorKind::StorageFull.into(),
        }),
        SaveError::NoRoom { .. } => Some(SaveError::NotKept),
        SaveError::NotKept => Some(SaveError::TooManyLinks),
        SaveError::TooManyLinks => Some(SaveError::SeveralNames(3)),
        SaveError::SeveralNames(_) => Some(SaveError::CutShort("/a".into())),
        SaveError::CutShort(_) => Some(SaveError::KeptBeside("/a".into())),
        SaveError::KeptBeside(_) => Some(SaveError::Torn("/a".into())),
        SaveError::Torn(_) => Some(SaveError::Link("/a".into())),
        SaveError::Link(_) => Some(SaveError::Dangling("/a".into())),
        SaveError::Dangling(_) => Some(SaveError::Hidden("/a".into())),
        SaveError::Hidden(_) => Some(SaveError::Outside),
        SaveError::Outside => Some(SaveError::Input),
        SaveError::Input => Some(SaveError::Io(io())),
        SaveError::Io(_) => None,
    });
    let texts = Texts::new("zh-CN");
    let chinese = keys("zh-CN");
    for error in reads {
        let key = format!("read_error.{}", error.code());
        assert!(chinese.contains(&key), "zh-CN lacks {key}");
        let said = texts.read_error(&error);
        assert!(!said.contains("{$") && said != error.to_string(), "{said}");
    }
    for error in saves {
        let key = format!("save_error.{}", error.code());
        assert!(chinese.contains(&key), "zh-CN lacks {key}");
        let said = texts.save_error(&error);
        assert!(!said.contains("{$") && said != error.to_string(), "{said}");
    }
}

#[test]
fn copy_faults_are_translated() {
    use crate::host::recovery::CopyFault;
    let faults = chain(CopyFault::NoHead, |last| match last {
        CopyFault::NoHead => Some(CopyFault::CutShort),
        CopyFault::CutShort => Some(CopyFault::Altered),
        CopyFault::Altered => Some(CopyFault::Newer),
        CopyFault::Newer => Some(CopyFault::Unreadable("broken".to_owned())),
        CopyFault::Unreadable(_) => None,
    });
    for fault in faults {
        let said = Texts::new("zh-CN").copy_fault(&fault);
        assert!(!said.contains("{$") && said != fault.to_string(), "{said}");
        assert!(keys("en").contains(&format!("copy_fault.{}", fault.code())));
    }
}

#[test]
fn operating_system_errors_are_translated() {
    for (language, _) in LANGUAGES.into_iter().filter(|(code, _)| *code != "en") {
        let texts = Texts::new(language);
        for number in 1..133 {
            let error = io::Error::from_raw_os_error(number);
            let key = format!("io_error.{}", code_of(&error));
            assert!(keys(language).contains(&key), "{language} lacks {key}");
            let said = texts.io_error(&error);
            assert!(!said.is_ascii(), "{said}");
        }
    }
    let full = io::Error::from(ErrorKind::StorageFull);
    assert_eq!(Texts::new("zh-CN").io_error(&full), "磁盘空间不足");
    assert_eq!(Texts::new("en").io_error(&full), full.to_string());
    let taken = SystemError(ErrorKind::AlreadyExists);
    let plain = "there is a file or folder of this name already";
    assert_eq!(taken.to_string(), plain);
    assert_eq!(Texts::new("en").io_error(&taken.0.into()), plain);
    let taken = taken.to_argument();
    assert_eq!(Texts::new("zh-CN").argument(&taken), "已经存在");
}
